import { useId } from 'react';
import type { RemarkEntry } from 'shared/api/orderDetails';
import { Avatar, BidiName } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { Tag } from '../order-detail/sections/Tag.tsx';
import { remarkFlags } from './remarkForm.ts';
import styles from './CommentHistory.module.css';

const shownFlags = [...remarkFlags, { entry: 'report_error', label: 'Report error' }] as const;

interface CommentRowProps {
  remark: RemarkEntry;
  open: boolean;
  onToggle: () => void;
}

/** One remark: a line of it with what was ticked, or the whole with every flag (N when it is empty). */
export function CommentRow({ remark, open, onToggle }: CommentRowProps) {
  const textId = useId();
  const flags = shownFlags.filter(({ entry }) => open || remark[entry] === 'Y');

  return (
    <li className={styles.row}>
      <Avatar id={colourNumber(remark.remark_name)} name={remark.remark_name} small />
      <div className={styles.what}>
        <BidiName name={remark.remark_name} className={styles.who} />{' '}
        <span className={styles.when}>
          {remark.us_date} {remark.us_time} (EST)
        </span>
        <p id={textId} dir="auto" className={open ? styles.text : styles.line}>
          {remark.remark}
        </p>
        {flags.length > 0 && (
          <div className={styles.flags}>
            {flags.map(({ entry, label }) => (
              <Tag key={entry} tone={remark[entry] === 'Y' ? 'plain' : 'quiet'}>
                {label} {remark[entry] || 'N'}
              </Tag>
            ))}
          </div>
        )}
      </div>
      <Button
        variant="text"
        size="tiny"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={textId}
        aria-label={`${open ? 'Hide' : 'Show'} comment of ${remark.remark_name}, ${remark.us_date} ${remark.us_time}`}
        onClick={onToggle}
      >
        {open ? 'Hide' : 'Show'}
      </Button>
    </li>
  );
}

/** A remark knows its author by name alone, and names are unique: the colour follows the name. */
const colourNumber = (name: string) => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
