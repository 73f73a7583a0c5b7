import type { ReactNode } from 'react';
import { BrandMark, OfflineLine, useOnline } from 'shared/kit/base';
import classes from './LoginScreen.module.css';

interface SignInFrameProps {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  return (
    <main className="sign-in-page">
      <div className="sign-in-panel">
        <div className="sign-in-art">
          <div className="sign-in-brand">
            <BrandMark size={32} signal />
            Arrival Desk
          </div>
          <p className="sign-in-slogan">Every declaration, from order to arrival.</p>
        </div>
        <div className="sign-in-form">
          <h1>{title}</h1>
          <p className="sign-in-lead">{lead}</p>
          <OfflineLine />
          {children}
        </div>
      </div>
    </main>
  );
}

/** Submits a sign-in form. Disabled while offline, as the frame's offline line explains. */
export function SubmitButton({ pending, children }: { pending: boolean; children: string }) {
  return (
    <button type="submit" className={classes.submit} disabled={!useOnline() || pending}>
      {children}
    </button>
  );
}
