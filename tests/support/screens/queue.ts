import { type Page, waitForHydration } from './fixtures.ts'

export async function openQueue(page: Page, room = 'Room 1') {
  await page.goto('/queue')
  await waitForHydration(page, 'QueueScreen')
  if (room) await page.getByLabel('Select Room for Call').selectOption({ label: room })
}

export const getPatientList = (page: Page, name: string) => page.getByRole('region', { name })
