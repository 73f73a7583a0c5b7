import { useEffect, useState } from 'react';

/** What a promise came to; null until then. Whatever is no promise is there already. */
export function useSettled<T>(value: T | Promise<T> | null): T | null {
  const [settled, setSettled] = useState<{ of: Promise<T>; value: T } | null>(null);
  useEffect(() => {
    if (!(value instanceof Promise)) return;
    let isLeft = false;
    void value.then((came) => !isLeft && setSettled({ of: value, value: came }));
    return () => {
      isLeft = true;
    };
  }, [value]);
  if (!(value instanceof Promise)) return value;
  return settled?.of === value ? settled.value : null;
}
