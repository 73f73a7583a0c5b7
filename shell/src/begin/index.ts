import { begin } from './begin.ts';

try {
  begin(location);
} catch {
  // Whatever it was, the page begins without it.
}
