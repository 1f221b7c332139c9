import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';

/** The lengths of the cards' titles, column by column, in percent of a card. */
const COLUMNS = [[70, 50, 60], [60, 75], [50], [65, 45]];

/** A picture of a small board, for invited people who have not seen one yet. */
export function BoardPicture() {
  return (
    <Stack
      direction="row"
      spacing={1}
      aria-hidden
      data-picture="board"
      sx={{ p: 1.5, mb: 3, borderRadius: 2, bgcolor: 'background.default' }}
    >
      {COLUMNS.map((cards, column) => (
        <Stack key={cards.join()} spacing={0.75} sx={{ flex: 1 }}>
          <Box sx={{ width: '40%', height: 6, mb: 0.5, borderRadius: 1, bgcolor: 'text.disabled' }} />
          {cards.map((percent, card) => (
            <Box
              key={percent}
              sx={{ p: 1, borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: 'background.paper' }}
            >
              <Box
                sx={{
                  width: `${percent}%`,
                  height: 6,
                  borderRadius: 1,
                  bgcolor: column === 1 && card === 0 ? 'primary.main' : 'divider',
                }}
              />
            </Box>
          ))}
        </Stack>
      ))}
    </Stack>
  );
}
