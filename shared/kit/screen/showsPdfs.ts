/** Whether the browser shows PDFs itself; many phones and some managed browsers only download them (rules 11.18). */
export const showsPdfs = () => navigator.pdfViewerEnabled !== false;
