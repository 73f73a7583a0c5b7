import { Blank } from './Blank.tsx';

/** An address that no screen has. */
export function NotFound() {
  return (
    <Blank
      heading="Page not found"
      sentence="Nothing is at this address. It may have been typed wrongly, or the page is gone."
    />
  );
}
