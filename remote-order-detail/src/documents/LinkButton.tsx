import type { ComponentProps } from 'react';
import styles from './LinkButton.module.css';

/** A button in a line of text: it looks like a link, and does something here. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.link} {...props} />;
}
