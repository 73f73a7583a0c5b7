import { Button, Note } from 'shared/kit/base';
import { leavePreview, useTabVersions } from '../tabVersions.ts';
import { useFallbacks } from './loadScreen.ts';
import classes from './VersionNotices.module.css';

/** Lists the remotes that do not run their live version in this tab, and a preview that has ended. */
export function VersionNotices() {
  const { tried, forgotten } = useTabVersions();
  const fallbacks = useFallbacks();
  return (
    <div className={classes.notices} role="status">
      {tried && (
        <Note kind="info" action={<Way onClick={leavePreview}>Leave preview</Way>}>
          <b>Preview:</b> this tab runs {tried.replace('@', ' ')}.
        </Note>
      )}
      {forgotten && (
        <Note kind="warning" action={<Way onClick={() => useTabVersions.setState({ forgotten: null })}>Dismiss</Way>}>
          <b>Preview ended:</b> {forgotten.replace('@', ' ')} could not be loaded. This tab runs the live version.
        </Note>
      )}
      {fallbacks.map(({ name, version, insteadOf, isRefused }) => (
        <Note key={name} kind="warning" action={!isRefused && <Way onClick={() => location.reload()}>Reload</Way>}>
          <b>Previous version:</b>{' '}
          {isRefused
            ? `${name} ${insteadOf} needs another version of Arrival Desk, so this tab runs ${version}.`
            : `${name} ${insteadOf} failed in this tab, so this tab runs ${version}. Reload to try the new version.`}
        </Note>
      ))}
    </div>
  );
}

function Way({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button size="tiny" variant="outlined" onClick={onClick}>
      {children}
    </Button>
  );
}
