/**
 * The part of the kit for every page, sign-in included: it uses only MUI's theme and button
 * (docs/decisions/19-desk-and-kit.md).
 */
export { default as Button } from '@mui/material/Button';
export { useColorScheme } from '@mui/material/styles';

export { Field, FieldError, PasswordField } from './form/Field.tsx';
export { BrandMark } from './screen/BrandMark.tsx';
export { ErrorBoundary } from './screen/ErrorBoundary.tsx';
export { useDelayed, useIsMounted } from './screen/useDelayed.ts';
export { Note, OfflineLine, useOnline } from './screen/Note.tsx';
export { productTitle, Screen, useScreenHeading } from './screen/Screen.tsx';
export { EmptyState } from './screen/states.tsx';
export { StaffTheme } from './theme/StaffTheme.tsx';
