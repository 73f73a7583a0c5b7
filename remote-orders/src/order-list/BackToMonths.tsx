import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from 'shared/kit/base';
import { folders } from 'shared/rules/folders';
import classes from './OrderList.module.css';

/** From a month's orders to the twelve months. */
export function BackToMonths() {
  return (
    <Button
      variant="outlined"
      component={Link}
      to={folders.futureOrder.path}
      className={classes.back}
      startIcon={<ArrowLeft size={15} strokeWidth={1.75} aria-hidden />}
    >
      Back
    </Button>
  );
}
