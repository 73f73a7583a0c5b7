import { type KeyboardEvent, useId, useState } from 'react';
import { maxQuestionLength } from 'shared/api/messageCalls';
import type { OrderDetails } from 'shared/api/orderDetails';
import { deleteDraft, readDraft, useDraft, useSession } from 'shared/desk';
import { Dialog, DialogActions, DialogContent, DialogTitle } from 'shared/kit';
import { Button, Field, useOnline } from 'shared/kit/base';
import { type questionStatuses, orderStatus } from 'shared/rules/orderStatus';
import * as v from 'valibot';
import { crossedBy, CrossedNote, newestMessage } from '../messages/MessageComposer.tsx';
import type { MoveOutcome } from './remarkForm.ts';

/** `seen` is the customer's newest message when the question was started. */
const draftOfQuestion = v.object({ question: v.string(), seen: v.number() });

interface MoveWithQuestionProps {
  order: OrderDetails;
  target: (typeof questionStatuses)[number];
  pending: boolean;
  onMove: (question: string) => Promise<MoveOutcome>;
  onClose: () => void;
}

/**
 * Asks what we need from the customer before the order waits for them. The text may be empty, and is kept as a draft.
 * Only Cancel and Esc close the dialog, because the second press of a double click lands on its backdrop.
 */
export function MoveWithQuestion({ order, target, pending, onMove, onClose }: MoveWithQuestionProps) {
  const titleId = useId();
  const { label } = orderStatus[target];
  const memberId = useSession(({ user }) => user?.id ?? 0);
  const draft = { of: 'move', memberId, orderId: order.order_id } as const;
  const [written, setWritten] = useState(() => readDraft(draft, draftOfQuestion) ?? { question: '', seen: 0 });
  const { question, seen } = written;
  const isKept = question.trim() !== '';
  useDraft(draft, isKept ? written : null);

  const waits = !useOnline() || pending;
  const move = async () => {
    const outcome = await onMove(question);
    if (outcome === 'moved') deleteDraft(draft);
    if (outcome !== 'crossed') onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat && !waits) void move();
  };
  return (
    <Dialog
      open
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
      onClose={(_, reason) => !pending && reason !== 'backdropClick' && onClose()}
    >
      <DialogTitle id={titleId}>Move to {label}</DialogTitle>
      <DialogContent>
        <Field
          rows={4}
          label="What we need from the customer"
          dir="auto"
          autoFocus
          maxLength={maxQuestionLength}
          hint="The customer reads it on their tracking page and gets an email about it. You can leave it empty."
          value={question}
          onChange={({ target: { value } }) =>
            setWritten({ question: value, seen: isKept ? seen : newestMessage(order) })
          }
          onKeyDown={onKeyDown}
        />
        <CrossedNote crossed={isKept ? crossedBy(order, seen) : 0} />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="secondary" disabled={pending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="contained"
          aria-keyshortcuts="Control+Enter"
          aria-busy={pending}
          disabled={waits}
          onClick={() => void move()}
        >
          {isKept ? 'Ask and move' : 'Move without a question'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
