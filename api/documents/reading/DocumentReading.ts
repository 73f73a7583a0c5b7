/** What came of reading a document: its text, empty for a picture or a scan; or why it is not to be sent. */
export type DocumentReading = { text: string } | DocumentObstacle;

export type DocumentObstacle =
  | { obstacle: 'protected' | 'damaged' | 'tooMuchWork' }
  | { obstacle: 'tooManyPages'; pages: number }
  | { obstacle: 'tooManyPixels'; width: number; height: number };
