/** Styles of the data grid (rule 24.5): no separators or cell outlines; rows show cursor, selection and hover. */
import type { ThemeOptions } from '@mui/material/styles';

const palette = (name: string) => `var(--ad-palette-${name})`;

export const dataGridOverrides: ThemeOptions['components'] = {
  MuiDataGrid: {
    styleOverrides: {
      root: {
        border: 0,
        borderRadius: 0,
        fontSize: '0.8125rem',
        '--DataGrid-t-color-border-base': palette('divider'),
        '--DataGrid-rowBorderColor': palette('divider'),
        '--DataGrid-t-header-background-base': palette('background-paper'),
        '--DataGrid-t-color-interactive-hover': palette('action-hover'),
        '--DataGrid-t-color-interactive-selected': palette('action-selected'),
        '& .MuiDataGrid-columnSeparator': { display: 'none' },
        '& .MuiDataGrid-columnHeader:focus, & .MuiDataGrid-columnHeader:focus-within, & .MuiDataGrid-cell:focus, & .MuiDataGrid-cell:focus-within':
          {
            outline: 'none',
          },
        '& .MuiDataGrid-columnHeader:focus-visible, & .MuiDataGrid-cell:focus-visible': { boxShadow: 'none' },
        '& .MuiDataGrid-columnHeader:focus-visible, & .MuiDataGrid-row:has(.MuiDataGrid-cell:focus-visible)': {
          outline: `2px solid ${palette('focus')}`,
          outlineOffset: '-2px',
        },
        '& .MuiDataGrid-row--borderBottom .MuiDataGrid-columnHeader': { borderBottomColor: palette('border') },
        '& .MuiDataGrid-columnHeaderTitle': { color: palette('muted'), fontSize: '0.75rem', fontWeight: 550 },
        '& .MuiDataGrid-columnHeader, & .MuiDataGrid-cell': { padding: '0 8px' },
        '& .MuiDataGrid-cell': {
          display: 'flex',
          alignItems: 'center',
          borderTop: 0,
          borderBottom: `1px solid ${palette('divider')}`,
          lineHeight: '18px',
        },
        // A width independent of the text, so that the browser need not measure the text in every frame of a scroll.
        '& .MuiDataGrid-cell--textLeft > *': { flex: '1 1 0', minWidth: 0 },
        '& .MuiDataGrid-cell--textRight': { justifyContent: 'flex-end' },
        '& .MuiDataGrid-cell--textRight, & .MuiDataGrid-columnHeader--alignRight': { paddingRight: 12 },
        '& .MuiDataGrid-columnHeaderCheckbox .MuiDataGrid-columnHeaderTitleContainer': { justifyContent: 'flex-start' },
        '& .MuiDataGrid-row:hover': { backgroundColor: palette('action-hover') },
        '& .MuiDataGrid-row.Mui-selected, & .MuiDataGrid-row.Mui-selected:hover': {
          backgroundColor: palette('action-selected'),
        },
        '& .MuiDataGrid-row.cursor': { boxShadow: `inset 3px 0 0 ${palette('primary-main')}` },
        '& .MuiDataGrid-columnHeaderCheckbox, & .MuiDataGrid-cellCheckbox': {
          padding: '0 0 0 10px',
          justifyContent: 'flex-start',
        },
        // The bars and the checkbox of a loading row.
        '& .MuiDataGrid-cellSkeleton > .MuiSkeleton-root': {
          flex: 'none',
          backgroundColor: palette('skeleton-base'),
        },
        '& .MuiDataGrid-cellSkeleton[data-field="__check__"]': { justifyContent: 'flex-start', paddingLeft: 14 },
        '& .MuiDataGrid-cellSkeleton[data-field="__check__"] > .MuiSkeleton-root': {
          width: '16px !important',
          height: '16px !important',
          borderRadius: 4,
          transform: 'none',
        },
        '& .MuiDataGrid-overlay': { backgroundColor: palette('background-paper') },
      },
    },
  },
} as ThemeOptions['components'];
