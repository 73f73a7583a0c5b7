import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Tag.module.css';

interface TagProps {
  tone?: 'plain' | 'quiet' | 'ok' | 'warn' | 'bad';
  icon?: LucideIcon;
  children: ReactNode;
}

/** A word that tells a result, with an icon beside its colour. */
export function Tag({ tone = 'plain', icon: Icon, children }: TagProps) {
  return (
    <span className={`${styles.tag} ${styles[tone]}`}>
      {Icon && <Icon size={12} strokeWidth={2} aria-hidden />}
      {children}
    </span>
  );
}
