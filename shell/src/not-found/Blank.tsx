import { Link, useLocation } from 'react-router-dom';
import { Button, useScreenHeading } from 'shared/kit/base';
import classes from './Blank.module.css';

/** A page that has nothing to show: why, and the way on. Takes the title and the focus, as every screen does. */
export function Blank({ heading, sentence }: { heading: string; sentence: string }) {
  const inAdmin = useLocation().pathname.startsWith('/admin');
  const title = useScreenHeading();

  return (
    <div className={classes.blank}>
      <h1 className={classes.heading} ref={title} tabIndex={-1}>
        {heading}
      </h1>
      <p className={classes.sentence}>{sentence}</p>
      <Button className={classes.way} variant="contained" component={Link} to={inAdmin ? '/admin' : '/'}>
        {inAdmin ? 'Go to Dashboard' : 'Go to the start page'}
      </Button>
    </div>
  );
}
