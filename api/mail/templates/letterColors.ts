/**
 * The colours of a letter: those of the theme's tokens under their names there (a test compares), since a mail program knows
 * no variables.
 */
export const letterColors = {
  light: {
    page: '#F5F6F8',
    paper: '#FFFFFF',
    border: '#E0E5EA',
    text: '#131E28',
    muted: '#5C6975',
    link: '#0B5C79',
    button: '#0B5C79',
    onButton: '#FFFFFF',
  },
  dark: {
    page: '#0D1318',
    paper: '#141B22',
    border: '#28333D',
    text: '#E9EEF2',
    muted: '#94A1AE',
    link: '#7CCEE8',
    button: '#6CC7E4',
    onButton: '#06222D',
  },
} as const;
