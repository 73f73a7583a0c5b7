/** Stands in the pages that are seen before their scripts are there (webpack/pageScripts.js): these begin once it has been seen. */
import { afterFirstPaint } from './afterFirstPaint.ts';
import { insertScripts } from './insertScripts.ts';

insertScripts(afterFirstPaint);
