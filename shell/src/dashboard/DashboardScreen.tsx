import { refreshFolderCounts, useFolderCounts } from 'shared/desk';
import { Button, Note, Screen } from 'shared/kit/base';
import type { FolderName } from 'shared/rules/folders';
import { ContinueRows } from './ContinueRows.tsx';
import classes from './DashboardScreen.module.css';
import { FolderTile } from './FolderTile.tsx';
import { NextOrder } from './NextOrder.tsx';
import { WaitingAndCalls } from './WaitingAndCalls.tsx';

const tiles: readonly FolderName[] = ['myOrder', 'newOrder', 'priorityOrder', 'pendingOrder', 'completedOrder'];

/** `/admin`: the five counts, the next order, what one has begun, and who waits for whom. */
export function DashboardScreen() {
  const { counts, error } = useFolderCounts();
  const failure = counts ? null : error;
  return (
    <Screen title="Dashboard">
      {failure === null ? (
        <ul className={classes.tiles}>
          {tiles.map((folder) => (
            <li key={folder}>
              <FolderTile folder={folder} />
            </li>
          ))}
        </ul>
      ) : (
        <Note
          kind="warning"
          action={
            <Button
              ref={leaveFocusToHeading}
              variant="outlined"
              color="secondary"
              size="tiny"
              onClick={() => void refreshFolderCounts()}
            >
              Retry
            </Button>
          }
        >
          <b>The counts could not be loaded.</b> {failure.message}
        </Note>
      )}
      <div className={classes.two}>
        <section className={classes.card} aria-labelledby="next-order">
          <NextOrder headingId="next-order" />
          <ContinueRows />
        </section>
        <WaitingAndCalls />
      </div>
    </Screen>
  );
}

/** Moves the focus of a button that is about to unmount to the heading of the screen. */
const leaveFocusToHeading = (button: HTMLElement | null) => () => {
  if (document.activeElement !== button) return;
  // A hidden screen's heading takes no focus.
  for (const heading of document.querySelectorAll<HTMLElement>('h1[tabindex="-1"]')) heading.focus();
};
