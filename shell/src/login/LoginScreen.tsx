import { useEffect } from 'react';
import { LoginForm } from './LoginForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** `/`: where staff sign in. */
export function LoginScreen() {
  useEffect(() => {
    document.title = 'New Zealand';
  }, []);
  return (
    <SignInFrame title="New Zealand" lead="Sign in to process travel declarations.">
      <LoginForm />
    </SignInFrame>
  );
}
