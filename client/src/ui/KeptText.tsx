import Box from '@mui/material/Box';

/** A text that someone has typed and that is not saved, to be read and copied. */
export function KeptText({ text }: { text: string }) {
  return (
    <Box
      dir="auto"
      sx={{
        p: 1,
        maxHeight: 160,
        overflow: 'auto',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        fontSize: '0.875rem',
      }}
    >
      {text}
    </Box>
  );
}
