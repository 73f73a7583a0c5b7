/**
 * The first part of the kit: what every page wears from the start on, the sign-in page included. Nothing here may need
 * more of MUI than the theme and a button (docs/decisions/19-desk-and-kit.md).
 */
export { default as Button } from '@mui/material/Button';

export { Field } from './form/Field.tsx';
export { PasswordField } from './form/PasswordField.tsx';
export { useSteady } from './form/useSteady.ts';
export { productTitle, Screen, useScreenHeading } from './screen/Screen.tsx';
export { StaffTheme } from './theme/StaffTheme.tsx';
export { useAfter } from './time/useAfter.tsx';
