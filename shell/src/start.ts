/**
 * The page's script begins here: with what it is made of, one part in a task, so that keys and frames come between. Each
 * part takes what it needs of those before it.
 */
import { nextTask } from 'shared/page/nextTask';

const parts: (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ 'react-dom/client'),
  () => import(/* webpackMode: "eager" */ 'react-router-dom'),
  () => import(/* webpackMode: "eager" */ '@tanstack/react-query'),
  () => import(/* webpackMode: "eager" */ 'shared/kit/base'),
  () => import(/* webpackMode: "eager" */ 'shared/desk'),
  () => import(/* webpackMode: "eager" */ './bootstrap.tsx'),
];

for (const part of parts) {
  await nextTask();
  await part();
}
