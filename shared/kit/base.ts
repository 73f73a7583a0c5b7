/**
 * The first part of the kit: what every page wears from the start on, the sign-in page included. Nothing here may need
 * more of MUI than the theme and a button (docs/decisions/19-desk-and-kit.md).
 */
export { default as Button } from '@mui/material/Button';
export { useColorScheme } from '@mui/material/styles';

export { Field, FieldError, PasswordField } from './form/Field.tsx';
export { BrandMark } from './screen/BrandMark.tsx';
export { ErrorBoundary } from './screen/ErrorBoundary.tsx';
export { useAfter, useMounted } from './screen/lifetime.ts';
export { Note, useOnline } from './screen/Note.tsx';
export { productTitle, Screen, useScreenHeading } from './screen/Screen.tsx';
export { StaffTheme } from './theme/StaffTheme.tsx';
