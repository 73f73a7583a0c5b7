/** A person's name in whatever script: its direction is its own, its place is the column's. Never capitalised or cut. */
export function BidiName({ name, className }: { name: string; className?: string }) {
  return (
    <bdi dir="auto" className={className}>
      {name}
    </bdi>
  );
}
