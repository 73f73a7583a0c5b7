/** Overrides for MUI's components (rules 24.3, 24.4). Colours are the theme's CSS variables. */
import type { ThemeOptions } from '@mui/material/styles';
import { Check, Minus } from 'lucide-react';
import classes from './componentOverrides.module.css';
import { dataGridOverrides } from './dataGridOverrides.tsx';
import tokens from './tokens.json';

declare module '@mui/material/Button' {
  interface ButtonPropsSizeOverrides {
    /** Adds a 28 px button, for rows and notes. */
    tiny: true;
  }
}

const palette = (name: string) => `var(--ad-palette-${name})`;
const phone = '@media (max-width: 767px)';
const raised = '0 1px 2px rgba(16, 26, 34, 0.06)';

/** A ring with a gap, and in the light scheme a yellow halo. Fields have a border instead of the ring. */
const focusRing = {
  outline: `2px solid ${palette('focus')}`,
  outlineOffset: '2px',
  boxShadow: `0 0 0 2px ${palette('background-paper')}, 0 0 0 6px ${palette('focusHalo')}`,
};

const dialogShadow = `0 0 0 1px ${palette('ring')}, 0 4px 12px rgba(16, 26, 34, 0.1), 0 24px 64px rgba(16, 26, 34, 0.22)`;

const Box = () => <span className={classes.box} />;

const CheckedBox = () => (
  <span className={`${classes.box} ${classes.on}`}>
    <Check size={12} strokeWidth={3} aria-hidden />
  </span>
);

const MixedBox = () => (
  <span className={`${classes.box} ${classes.on}`}>
    <Minus size={12} strokeWidth={3} aria-hidden />
  </span>
);

/** A button that looks 40 px high, with a touch target of 44 px. */
const lowButton = { height: 40, '&::after': { content: '""', position: 'absolute', inset: '-3px 0' } } as const;

export const componentOverrides: ThemeOptions['components'] = {
  MuiButton: {
    styleOverrides: {
      root: {
        gap: 7,
        height: 36,
        minWidth: 0,
        padding: '0 13px',
        borderRadius: 6,
        whiteSpace: 'nowrap',
        transitionDuration: '100ms',
        '&.Mui-focusVisible': focusRing,
        '& .MuiButton-startIcon, & .MuiButton-endIcon': { margin: 0 },
        [phone]: { height: 44, '& kbd': { display: 'none' } },
        variants: [
          {
            props: { size: 'small' },
            style: { height: 32, padding: '0 10px', fontSize: '0.8125rem', [phone]: lowButton },
          },
          {
            props: { size: 'tiny' },
            style: { height: 28, padding: '0 9px', fontSize: '0.75rem', [phone]: lowButton },
          },
          {
            props: { variant: 'outlined' },
            style: {
              backgroundColor: palette('background-paper'),
              borderColor: palette('borderButton'),
              color: palette('text-primary'),
              boxShadow: raised,
              '&:hover': { backgroundColor: palette('action-hover'), borderColor: palette('borderButton') },
            },
          },
          // A border as wide as an outlined button's, so that nothing shifts when a button changes its variant.
          { props: { variant: 'contained' }, style: { border: '1px solid transparent' } },
          { props: { variant: 'outlined', color: 'error' }, style: { color: palette('error-main') } },
          { props: { variant: 'text' }, style: { padding: '0 8px', color: palette('link') } },
        ],
        '&.Mui-disabled': {
          backgroundColor: palette('sunken'),
          border: `1px solid ${palette('border')}`,
          color: palette('text-disabled'),
          boxShadow: 'none',
        },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        width: 32,
        height: 32,
        padding: 0,
        borderRadius: 6,
        color: palette('text-secondary'),
        transitionDuration: '100ms',
        '&:hover': { backgroundColor: palette('action-hover') },
        '&.Mui-focusVisible': focusRing,
        variants: [{ props: { size: 'small' }, style: { width: 28, height: 28 } }],
        [phone]: { width: 44, height: 44 },
      },
    },
  },
  MuiOutlinedInput: {
    styleOverrides: {
      root: {
        backgroundColor: palette('background-paper'),
        fontSize: 'inherit',
        '&.Mui-focused': { boxShadow: `0 0 0 3px ${palette('focusHalo')}` },
      },
      input: { padding: '0 11px', height: '100%', [phone]: { fontSize: 'max(16px, 0.875rem)' } },
    },
  },
  MuiSelect: {
    styleOverrides: {
      select: { display: 'flex', alignItems: 'center', padding: '0 28px 0 10px', minHeight: '0 !important' },
      icon: { right: 8, width: 14, height: 14, top: 'calc(50% - 7px)', color: palette('text-primary') },
    },
  },
  MuiCheckbox: {
    defaultProps: { icon: <Box />, checkedIcon: <CheckedBox />, indeterminateIcon: <MixedBox /> },
    styleOverrides: {
      root: {
        padding: 4,
        borderRadius: 6,
        color: palette('borderStrong'),
        '&:hover': { backgroundColor: 'transparent' },
        '&.Mui-focusVisible': { ...focusRing, outlineOffset: '-1px' },
      },
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: {
        marginTop: 6,
        minWidth: 160,
        '& .MuiMenu-list': { padding: 4 },
        borderRadius: 10,
        backgroundColor: palette('raised'),
        boxShadow: `0 0 0 1px ${palette('border')}, 0 2px 6px rgba(16, 26, 34, 0.08), 0 8px 24px rgba(16, 26, 34, 0.1)`,
      },
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        gap: 10,
        padding: '0 10px',
        borderRadius: 6,
        fontSize: '0.8125rem',
        '&.Mui-focusVisible': {
          backgroundColor: palette('action-hover'),
          outline: `2px solid ${palette('focus')}`,
          outlineOffset: '-2px',
        },
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: palette('action-selected') },
        // Overrides MUI's height at this width.
        '@media (min-width: 768px)': { minHeight: 32 },
        [phone]: { minHeight: 44 },
      },
    },
  },
  MuiDialog: {
    // Without this, the dialog's duration would apply to the backdrop.
    defaultProps: { slotProps: { backdrop: { transitionDuration: tokens.motion.backdrop } } },
    styleOverrides: {
      root: { '& .MuiBackdrop-root': { backgroundColor: palette('scrim') } },
      container: { [phone]: { alignItems: 'flex-end' } },
      paper: {
        margin: 24,
        // Leaves room for the toasts above the dialog.
        maxHeight: 'calc(100% - 2 * max(64px, var(--toast-height, 0px)))',
        borderRadius: 14,
        backgroundColor: palette('raised'),
        boxShadow: dialogShadow,
        // The dialog's paper is focused first and needs no ring.
        '&:focus-visible': { borderRadius: 14, outline: 'none', boxShadow: dialogShadow },
        [phone]: {
          width: '100%',
          maxWidth: '100% !important',
          margin: 0,
          maxHeight: 'min(94%, 100% - var(--toast-height, 0px))',
          borderRadius: '14px 14px 0 0',
        },
      },
      paperWidthXs: { maxWidth: 460 },
      paperWidthSm: { maxWidth: 520 },
      paperWidthMd: { maxWidth: 760 },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: {
        display: 'flex',
        alignItems: 'center',
        minHeight: 60,
        padding: '14px 12px 14px 20px',
        borderBottom: `1px solid ${palette('divider')}`,
        fontSize: '1rem',
        lineHeight: '1.5rem',
        letterSpacing: '-0.01em',
      },
    },
  },
  MuiDialogContent: {
    styleOverrides: { root: { padding: '16px 20px !important', color: palette('text-secondary') } },
  },
  MuiDialogActions: {
    styleOverrides: {
      root: {
        gap: 12,
        padding: '12px 20px',
        borderTop: `1px solid ${palette('divider')}`,
        '& > :not(style) ~ :not(style)': { marginLeft: 0 },
      },
    },
  },
  MuiDrawer: {
    styleOverrides: {
      root: { '& .MuiBackdrop-root': { backgroundColor: palette('scrim') } },
      paper: { '&:focus-visible': { borderRadius: 0, outline: 'none', boxShadow: 'none' } },
    },
  },
  MuiTooltip: {
    styleOverrides: {
      tooltip: {
        padding: '5px 8px',
        borderRadius: 6,
        backgroundColor: palette('toast-background'),
        color: palette('toast-text'),
        fontSize: '0.75rem',
        fontWeight: 500,
        lineHeight: '1rem',
      },
    },
  },
  MuiPaginationItem: {
    styleOverrides: {
      root: {
        minWidth: 30,
        height: 30,
        margin: '0 1px',
        padding: '0 6px',
        borderRadius: 6,
        color: palette('text-secondary'),
        fontWeight: 500,
        fontVariantNumeric: 'tabular-nums',
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: palette('tint-primary'),
          color: palette('primary-main'),
          fontWeight: 650,
        },
        '&.Mui-focusVisible': focusRing,
        [phone]: { minWidth: 40, height: 40 },
      },
      ellipsis: { lineHeight: '30px', [phone]: { lineHeight: '40px' } },
    },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  ...dataGridOverrides,
};
