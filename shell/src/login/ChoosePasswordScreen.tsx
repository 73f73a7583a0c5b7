import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { CallError } from 'shared/desk';
import { productTitle } from 'shared/kit/base';
import { ChoosePasswordForm } from './ChoosePasswordForm.tsx';
import classes from './LoginForm.module.css';
import { SignInFrame } from './SignInFrame.tsx';

const title = 'Choose a password';
const askAgain = 'This link is not whole. Open it from the mail once more, or ask who sent it for another one.';

/** `/choose-password#{token}`: where a member chooses a password by the link of a mail (rules 14.21). */
export function ChoosePasswordScreen() {
  const token = useLocation().hash.slice(1);
  useEffect(() => {
    document.title = productTitle;
  }, []);
  // Another link in the same tab begins anew.
  return token ? <ByLink key={token} token={token} /> : <Dead lead="No password was chosen." reason={askAgain} />;
}

function ByLink({ token }: { token: string }) {
  const [refused, setRefused] = useState<CallError | null>(null);
  // Where the answer to the first press was lost, this is the second, of a link that has done its work.
  const lead = 'This link opens nothing. If you have just chosen a password, sign in with it.';
  if (refused) return <Dead lead={lead} reason={refused.message} />;
  return (
    <SignInFrame title={title} lead="You sign in with it from now on.">
      <ChoosePasswordForm token={token} onDead={setRefused} />
    </SignInFrame>
  );
}

function Dead({ lead, reason }: { lead: string; reason: string }) {
  return (
    <SignInFrame title={title} lead={lead}>
      <div className={classes.form}>
        <p role="alert">{reason}</p>
        <Link to="/">Go to the sign-in</Link>
      </div>
    </SignInFrame>
  );
}
