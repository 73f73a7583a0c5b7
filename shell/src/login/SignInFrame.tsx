import type { ReactNode } from 'react';
import { BrandMark } from 'shared/kit/base';

interface SignInFrameProps {
  title: string;
  /** One sentence under the title. */
  lead: ReactNode;
  children: ReactNode;
}

/** What stands around the forms of those who are not signed in. */
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
          {children}
        </div>
      </div>
    </main>
  );
}
