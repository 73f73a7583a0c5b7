import { useId, type ReactNode } from 'react';
import classes from './SegmentedControl.module.css';

interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** Two or three radio buttons side by side. If an option has an icon, its label is the tooltip. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div className={classes.group} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes.option} title={option.icon ? option.label : undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            aria-label={option.icon ? option.label : undefined}
            onChange={() => onChange(option.value)}
          />
          {option.icon ?? option.label}
        </label>
      ))}
    </div>
  );
}
