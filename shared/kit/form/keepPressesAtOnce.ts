import { keepPresses } from './keepPresses.ts';

keepPresses();
