import { awake, type Page } from './screen.ts'

export async function openQueue(page: Page, room = 'Room 1') {
  await page.goto('/queue')
  await awake(page, 'QueueScreen')
  if (room) await page.getByLabel('Select Room for Call').selectOption({ label: room })
}

export const list = (page: Page, name: string) => page.getByRole('region', { name })
