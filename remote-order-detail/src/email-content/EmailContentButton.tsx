import { Mail } from 'lucide-react';
import { useSession } from 'shared/desk';
import { Button } from 'shared/kit/base';
import { may } from 'shared/rules/permissions';

/** Opens the newest mail of the order, or the one that would be sent (rules 9.17). */
export function EmailContentButton({ onOpen }: { onOpen: () => void }) {
  const role = useSession(({ role: own }) => own);
  if (!may(role, 'order.mail')) return null;
  return (
    <Button
      variant="outlined"
      aria-keyshortcuts="E"
      aria-haspopup="dialog"
      startIcon={<Mail size={16} strokeWidth={1.75} aria-hidden />}
      onClick={onOpen}
    >
      View Email Content
    </Button>
  );
}
