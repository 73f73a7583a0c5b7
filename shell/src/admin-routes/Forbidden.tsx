import { whoMay, type Action } from 'shared/rules/permissions';
import { Blank } from '../not-found/Blank.tsx';

/** A screen that was opened by its address, without the right to it: says who has it. */
export function Forbidden({ needs }: { needs: Action }) {
  return (
    <Blank heading="You may not open this page" sentence={`${whoMay(needs)} may. If you need it, ask an Admin.`} />
  );
}
