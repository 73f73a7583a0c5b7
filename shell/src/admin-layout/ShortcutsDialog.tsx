import { X } from 'lucide-react';
import { setPreferences, usePreferences, useSession } from 'shared/desk';
import { type FolderName, folders } from 'shared/rules/folders';
import { may, type Role } from 'shared/rules/permissions';
import { Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Kbd } from 'shared/kit';
import classes from './ShortcutsDialog.module.css';

const between = ['then', 'or', 'to'];

/** All shortcuts, and the switch for character keys (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = usePreferences((choice) => choice.singleKeyShortcuts);
  const role = useSession((session) => session.role);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // No exit transition, because shortcuts are ignored until the dialog is gone.
      transitionDuration={{ enter: 225, exit: 0 }}
      maxWidth="md"
      aria-labelledby="shortcuts-title"
    >
      <DialogTitle id="shortcuts-title">
        Keyboard shortcuts
        <IconButton className={classes.close} aria-label="Close" onClick={onClose}>
          <X size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </DialogTitle>
      <DialogContent className={classes.groups} tabIndex={0}>
        {shortcutGroups(role).map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {shortcuts.map(([what, ...keys]) => (
                <div key={what} className={classes.line}>
                  <dt>{what}</dt>
                  <dd>
                    {keys.map((key, at) =>
                      between.includes(key) ? (
                        <span key={at} className={classes.between}>
                          {key}
                        </span>
                      ) : (
                        <Kbd key={at} spoken>
                          {key}
                        </Kbd>
                      ),
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogContent>
      <DialogActions className={classes.foot}>
        <label className={classes.choice}>
          <Checkbox
            size="small"
            checked={on}
            onChange={(_, checked) => setPreferences({ singleKeyShortcuts: checked })}
          />
          Single-key shortcuts
        </label>
        <span>Off while you type in a field</span>
      </DialogActions>
    </Dialog>
  );
}

interface ShortcutGroup {
  title: string;
  shortcuts: readonly (readonly [what: string, ...keys: string[]])[];
}

/** The folders that `G` and a key open. */
const folderKeys = [
  ['m', 'myOrder'],
  ['n', 'newOrder'],
  ['p', 'priorityOrder'],
  ['e', 'customerMessages'],
  ['c', 'contactCustomer'],
  ['r', 'refundOrder'],
  ['b', 'chargeBack'],
  ['h', 'allOrder'],
] as const satisfies readonly [key: string, folder: FolderName][];

export const folderKeysOf = (role: Role | null) => folderKeys.filter(([, folder]) => may(role, folders[folder].needs));

/** Rule 24.12. The words in `between` are shown between keys: "G then D". */
const shortcutGroups = (role: Role | null): readonly ShortcutGroup[] => [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Show this list', '?'],
      ['Search', '/'],
      ['Dashboard', 'G', 'then', 'D'],
      ...folderKeysOf(role).map(([key, folder]) => [folders[folder].link, 'G', 'then', key.toUpperCase()] as const),
      ['Hide or show the menu', '['],
      ['Undo last action', 'Z'],
      ['Go to the main button', 'F'],
    ],
  },
  {
    title: 'Dashboard',
    shortcuts: [
      ['Next priority order', 'N'],
      ['Next new order', 'Shift', 'N'],
      ['Next message', 'M'],
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      ['Down, up', 'J', 'or', 'K'],
      ['Select', 'X', 'or', 'Space'],
      ['Select to here', 'Shift', 'X'],
      ['View', 'Enter'],
      ['Next order, refund or dispute', 'N'],
      ['Next message', 'M', 'or', 'N'],
      ['Assign selected to me', 'A'],
      ['Refresh', 'R'],
      ['Clear selection', 'Esc'],
    ],
  },
  {
    title: 'Order page',
    shortcuts: [
      ['Back to the list', 'U'],
      ['Next, previous', 'J', 'or', 'K'],
      ['Next order, message, refund or dispute', 'N'],
      ['Assign to me', 'A'],
      ['Reply to the customer', 'R'],
      ['Comment', 'C'],
      ['Send comment', 'Ctrl', 'Enter'],
      ['Stop editing the comment', 'Esc'],
      ['Choose a move', 'M', 'then', '1', 'to', '8'],
      ['Go to the moves', 'Ctrl', 'Shift', 'Enter'],
      ['Upload document', 'D'],
      ['View email content', 'E'],
      ['Scroll down one screen', 'Page Down'],
    ],
  },
];
