/** The checkbox icon in three states: 16 px, 20 px on a phone. */
import { Check, Minus } from 'lucide-react';
import classes from './CheckboxBox.module.css';

export const Box = () => <span className={classes.box} />;

export const CheckedBox = () => (
  <span className={`${classes.box} ${classes.on}`}>
    <Check size={12} strokeWidth={3} aria-hidden />
  </span>
);

export const MixedBox = () => (
  <span className={`${classes.box} ${classes.on}`}>
    <Minus size={12} strokeWidth={3} aria-hidden />
  </span>
);
