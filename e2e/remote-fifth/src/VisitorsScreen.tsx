import { useSession } from 'shared/desk';
import { Screen } from 'shared/kit/base';

/** Shows the member's name, to test that a remote reads the session of the shell's own desk. */
export function VisitorsScreen() {
  const name = useSession(({ user }) => user?.name);
  return (
    <Screen title="Visitors">
      <p>Received by {name}</p>
    </Screen>
  );
}
