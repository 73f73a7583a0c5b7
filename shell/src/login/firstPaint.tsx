import { renderToString } from 'react-dom/server';
import { LoginScreen } from './LoginScreen.tsx';

// Read by webpack/firstPaint.js while the sign-in page is built.
Object.assign(window, { firstPaint: renderToString(<LoginScreen />) });
