import * as v from 'valibot';
import { remarkCalls, type RemarkSnippet } from 'shared/api/remarkCalls';
import { snippetFields } from 'shared/declaration/fillSnippet';
import { useAction, useCallForm, useSession } from 'shared/desk';
import { Button, Field } from 'shared/kit/base';
import { may } from 'shared/rules/permissions';
import styles from './SnippetsDialog.module.css';

interface SnippetFormProps {
  /** The one that is changed; null: a new one. */
  snippet: RemarkSnippet | null;
  onSaved: () => void;
  onCancel: () => void;
}

const own = { forTeam: v.optional(v.boolean(), false) };

/** Makes a snippet, or changes one. */
export function SnippetForm({ snippet, onSaved, onCancel }: SnippetFormProps) {
  const role = useSession(({ role: held }) => held);
  const form = useCallForm(remarkCalls.saveSnippet, {
    fields: ['title', 'text'],
    own,
    defaultValues: { title: snippet?.title ?? '', text: snippet?.text ?? '', forTeam: false },
  });
  const { register, handleSubmit, reset, formState } = form;
  const save = useAction(remarkCalls.saveSnippet, {
    onDone: () => {
      reset({ title: '', text: '', forTeam: false });
      onSaved();
    },
    onFailed: form.refuse,
  });
  const submit = handleSubmit(
    ({ title, text, forTeam }) =>
      void save.run({ title, text, ...(snippet ? { id: snippet.id } : { team: forTeam ? 'Y' : '' }) }),
  );

  return (
    <form
      noValidate
      aria-label={snippet ? `Change ${snippet.title}` : 'New snippet'}
      className={styles.form}
      onSubmit={submit}
    >
      <Field label="Title" autoComplete="off" error={formState.errors.title?.message} {...register('title')} />
      <Field
        multiline
        label="Text"
        dir="auto"
        hint={`Filled in from the order: ${snippetFields.map((name) => `{${name}}`).join(' ')}`}
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
