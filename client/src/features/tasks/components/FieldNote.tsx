import Box from '@mui/material/Box';

/** The error of a field, or a note. */
export function FieldNote({
  id,
  error,
  text,
}: {
  id: string;
  error: string | undefined;
  text: string | undefined;
}) {
  return (
    <Box id={id} role="status" sx={{ color: error ? 'error.main' : 'warning.main', fontSize: '0.8125rem' }}>
      {error ?? text}
    </Box>
  );
}
