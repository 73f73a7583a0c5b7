import classes from './Person.module.css';

export function Avatar({ id, name, small = false }: { id: number; name: string; small?: boolean }) {
  const colour = ['a', 'b', 'c', 'd'][id % 4] as 'a' | 'b' | 'c' | 'd';
  return (
    <span className={[classes.avatar, classes[colour], small && classes.small].filter(Boolean).join(' ')} aria-hidden>
      {initials(name)}
    </span>
  );
}

/** 'Max Manager' → 'MM'. Takes whole characters, not UTF-16 code units. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

/** A name in its own text direction. */
export function BidiName({ name, className }: { name: string; className?: string }) {
  return (
    <bdi dir="auto" className={className}>
      {name}
    </bdi>
  );
}
