import { X } from 'lucide-react';
import { prefer, usePreferences } from 'shared/desk';
import { Checkbox, Dialog, DialogActions, DialogContent, DialogTitle, IconButton, Kbd } from 'shared/kit';
import classes from './ShortcutsDialog.module.css';
import { shortcutGroups } from './shortcutGroups.ts';

const between = ['then', 'or', 'to'];

/** Every key that works, and the switch for those that are one character (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = usePreferences((choice) => choice.singleKeyShortcuts);
  return (
    <Dialog open={open} onClose={onClose} maxWidth="md" aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">
        Keyboard shortcuts
        <IconButton className={classes.close} aria-label="Close" onClick={onClose}>
          <X size={17} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </DialogTitle>
      <DialogContent className={classes.groups} tabIndex={0}>
        {shortcutGroups.map(({ title, shortcuts }) => (
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
          <Checkbox size="small" checked={on} onChange={(_, checked) => prefer({ singleKeyShortcuts: checked })} />
          Single-key shortcuts
        </label>
        <span>Off while you type in a field</span>
      </DialogActions>
    </Dialog>
  );
}
