import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { remarkCalls, type RemarkSnippet } from 'shared/api/remarkCalls';
import { snippetCalls } from 'shared/api/snippetCalls';
import { snippetFields } from 'shared/declaration/fillSnippet';
import { queryClient, queryOptions, useAction, useCall, useCallForm, useSession } from 'shared/desk';
import { Dialog, DialogContent, DialogTitle, IconButton, RetryNote, SkeletonRows } from 'shared/kit';
import { Button, Field } from 'shared/kit/base';
import { may, rolesText } from 'shared/rules/permissions';
import * as v from 'valibot';
import styles from './SnippetsDialog.module.css';

export function SnippetsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall(remarkCalls.snippets, {});
  const [edited, setEdited] = useState<RemarkSnippet | null>(null);
  const changed = () => {
    setEdited(null);
    void queryClient.invalidateQueries(queryOptions(remarkCalls.snippets, {}));
  };
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="snippets-title">
      <DialogTitle id="snippets-title">Snippets</DialogTitle>
      <DialogContent>
        {error && !data && <RetryNote onRetry={() => void refetch()}>The snippets could not be loaded.</RetryNote>}
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
      </DialogContent>
    </Dialog>
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
  const remove = useAction(snippetCalls.deleteSnippet, { onDone: onDeleted });
  const changes = snippet.own || may(role, 'snippets.changeTeam');
  return (
    <li className={styles.row} aria-current={edited || undefined}>
      <span className={styles.what}>
        <b dir="auto">{snippet.title}</b>{' '}
        {!snippet.own && (
          <span className={styles.whose}>
            {changes ? 'Team' : `Team. Only ${rolesText('snippets.changeTeam')} can change this.`}
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

interface SnippetFormProps {
  snippet: RemarkSnippet | null;
  onSaved: () => void;
  onCancel: () => void;
}

function SnippetForm({ snippet, onSaved, onCancel }: SnippetFormProps) {
  const role = useSession(({ role: ownRole }) => ownRole);
  const form = useCallForm(snippetCalls.saveSnippet, {
    fields: ['title', 'text'],
    own: { forTeam: v.boolean() },
    defaultValues: { title: snippet?.title ?? '', text: snippet?.text ?? '', forTeam: false },
  });
  const { register, handleSubmit, reset, formState } = form;
  const save = useAction(snippetCalls.saveSnippet, {
    onDone: () => {
      reset();
      onSaved();
    },
    onFailed: form.setServerErrors,
  });
  const submit = handleSubmit(
    ({ title, text, forTeam }) =>
      void save.run({ title, text, ...(snippet ? { id: snippet.id } : { team: forTeam ? 'Y' : '' }) }),
  );

  return (
    <form
      noValidate
      aria-label={snippet ? `Edit ${snippet.title}` : 'New snippet'}
      className={styles.form}
      onSubmit={submit}
    >
      <Field label="Title" autoComplete="off" error={formState.errors.title?.message} {...register('title')} />
      <Field
        rows={2}
        label="Text"
        dir="auto"
        hint={`Placeholders, filled in from the order: ${snippetFields.map((name) => `{${name}}`).join(' ')}`}
        error={formState.errors.text?.message}
        {...register('text')}
      />
      {!snippet && may(role, 'snippets.changeTeam') && (
        <label className={styles.tick}>
          <input type="checkbox" {...register('forTeam')} /> For the whole team
        </label>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="contained" aria-busy={save.pending} aria-disabled={save.pending}>
          {snippet ? 'Save changes' : 'Add snippet'}
        </Button>
        {snippet && (
          <Button variant="outlined" color="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
