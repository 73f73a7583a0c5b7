import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { remarkCalls, type RemarkSnippet } from 'shared/api/remarkCalls';
import { queryClient, queryKeys, useAction, useCall, useSession } from 'shared/desk';
import { Dialog, DialogContent, DialogTitle, IconButton, SkeletonRows } from 'shared/kit';
import { Button } from 'shared/kit/base';
import { may, whoMay } from 'shared/rules/permissions';
import { SnippetForm } from './SnippetForm.tsx';
import { NotLoaded } from '../order-detail/sections/NotLoaded.tsx';
import styles from './SnippetsDialog.module.css';

/** One's own snippets and the team's: to add, change and delete. */
export function SnippetsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="snippets-title">
      <DialogTitle id="snippets-title">Snippets</DialogTitle>
      <DialogContent>
        <Snippets onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}

function Snippets({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall(remarkCalls.snippets, {}, { key: queryKeys.snippets() });
  const [edited, setEdited] = useState<RemarkSnippet | null>(null);
  const changed = () => {
    setEdited(null);
    void queryClient.invalidateQueries({ queryKey: queryKeys.snippets() });
  };
  return (
    <>
      {error && !data && <NotLoaded onRetry={() => void refetch()}>The snippets could not be loaded.</NotLoaded>}
      {!data && !error && <SkeletonRows rows={3} />}
      {data?.data.length === 0 && <p className={styles.none}>There are no snippets yet.</p>}
      <ul className={styles.list}>
        {data?.data.map((snippet) => (
          <SnippetRow
            key={snippet.id}
            snippet={snippet}
            edited={snippet.id === edited?.id}
            onEdit={() => setEdited(snippet)}
            onDeleted={changed}
          />
        ))}
      </ul>
      <SnippetForm key={edited?.id ?? 0} snippet={edited} onSaved={changed} onCancel={() => setEdited(null)} />
      <div className={styles.end}>
        <Button variant="outlined" color="secondary" onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}

interface SnippetRowProps {
  snippet: RemarkSnippet;
  edited: boolean;
  onEdit: () => void;
  onDeleted: () => void;
}

function SnippetRow({ snippet, edited, onEdit, onDeleted }: SnippetRowProps) {
  const role = useSession(({ role: own }) => own);
  const remove = useAction(remarkCalls.deleteSnippet, { onDone: onDeleted });
  const changes = snippet.own || may(role, 'snippets.changeTeam');
  return (
    <li className={styles.row} aria-current={edited || undefined}>
      <span className={styles.what}>
        <b dir="auto">{snippet.title}</b>{' '}
        {!snippet.own && (
          <span className={styles.whose}>
            {changes ? 'Team' : `Team. Only ${whoMay('snippets.changeTeam')} can change this.`}
          </span>
        )}
        <span dir="auto" className={styles.text}>
          {snippet.text}
        </span>
      </span>
      {changes && (
        <>
          <Button variant="text" size="tiny" aria-label={`Edit ${snippet.title}`} onClick={onEdit}>
            Edit
          </Button>
          <IconButton
            aria-label={`Delete ${snippet.title}`}
            title="Delete"
            aria-disabled={remove.pending}
            onClick={() => void remove.run({ id: snippet.id })}
          >
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  );
}
