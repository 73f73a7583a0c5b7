import type { ReactNode } from 'react';
import { Mark } from '../Mark.tsx';
import { ArrivalArt } from './ArrivalArt.tsx';
import classes from './SignInFrame.module.css';

interface SignInFrameProps {
  title: string;
  /** One sentence under the title. */
  lead: ReactNode;
  children: ReactNode;
}

/** What stands around the forms of those who are not signed in. */
export function SignInFrame({ title, lead, children }: SignInFrameProps) {
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <div className={classes.art}>
          <ArrivalArt className={classes.drawing} />
          <div className={classes.brand}>
            <Mark size={32} signal />
            Arrival Desk
          </div>
          <p className={classes.slogan}>Every declaration, from order to arrival.</p>
        </div>
        <div className={classes.form}>
          <h1>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </div>
      </div>
    </main>
  );
}
