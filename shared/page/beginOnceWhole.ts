/** Stands in the pages that show nothing without their scripts (webpack/pageScripts.js): these begin with the HTML whole. */
import { insertScripts } from './insertScripts.ts';

insertScripts((insert) => addEventListener('DOMContentLoaded', insert, { once: true }));
