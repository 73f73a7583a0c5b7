import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CallError } from 'shared/desk';
import { ChoosePasswordForm } from './ChoosePasswordForm.tsx';
import classes from './LoginForm.module.css';
import { SignInFrame } from './SignInFrame.tsx';

const askAgain = 'This link is not whole. Open it from the mail once more, or ask who sent it for another one.';

/** `/choose-password#{token}`: where a member chooses a password by the link of a mail (rules 14.21). */
export function ChoosePasswordScreen() {
  const token = useLocation().hash.slice(1);
  const [refused, setRefused] = useState<CallError | null>(null);
  useEffect(() => {
    document.title = 'Choose a password';
  }, []);
  const dead = token === '' ? askAgain : refused?.message;
  return (
    <SignInFrame title="Choose a password" lead={dead ? 'No password was chosen.' : 'You sign in with it from now on.'}>
      {dead ? (
        <div className={classes.form}>
          <p role="alert">{dead}</p>
          <Link to="/">Go to the sign-in</Link>
        </div>
      ) : (
        <ChoosePasswordForm token={token} onDead={setRefused} />
      )}
    </SignInFrame>
  );
}
