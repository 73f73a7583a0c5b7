import { useEffect } from 'react';
import { Mark } from '../Mark.tsx';
import { ArrivalArt } from './ArrivalArt.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './LoginScreen.module.css';

/** `/`: where staff sign in. */
export function LoginScreen() {
  useEffect(() => {
    document.title = 'New Zealand';
  }, []);
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
          <h1>New Zealand</h1>
          <p className={classes.lead}>Sign in to process travel declarations.</p>
          <LoginForm />
        </div>
      </div>
    </main>
  );
}
