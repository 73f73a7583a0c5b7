import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Card, IconButton, Note } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { DisputeTable } from './DisputeTable.tsx';
import { disputesShown, useDisputes } from './useDisputes.ts';
import classes from './Disputes.module.css';

/**
 * The disputes by the days that are left, with the readiness of both packs: over the list of Charge Back, in room that is
 * kept for it until it is here. Nothing when there is none.
 */
export function Disputes() {
  const { rows, total, expected, error, loading, isOld, page, lastPage, goTo, retry } = useDisputes();
  if (error && !rows) {
    return (
      <Note
        kind="warning"
        role="status"
        className={classes.failed}
        action={
          <Button size="tiny" variant="outlined" disabled={loading} onClick={retry}>
            Retry
          </Button>
        }
      >
        Which dispute is to be answered first could not be loaded. The list below is not affected.
      </Note>
    );
  }
  if ((total ?? expected) === 0) return null;
  const first = (page - 1) * disputesShown + 1;
  return (
    <Card
      title="Disputes to answer"
      padded={false}
      className={classes.card}
      actions={
        <>
          <span className={classes.hint}>Least days left first</span>
          {total !== null && lastPage !== null && lastPage > 1 && (
            <span className={classes.pager}>
              <IconButton aria-label="Sooner disputes" disabled={page === 1} onClick={() => goTo(page - 1)}>
                <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
              <span aria-live="polite">
                {first}–{Math.min(total, first + disputesShown - 1)} of {total.toLocaleString('en-US')}
              </span>
              <IconButton aria-label="Later disputes" disabled={page === lastPage} onClick={() => goTo(page + 1)}>
                <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </span>
          )}
        </>
      }
    >
      <div inert={isOld}>
        <DisputeTable rows={rows} expected={Math.min(disputesShown, expected ?? disputesShown)} />
      </div>
    </Card>
  );
}
