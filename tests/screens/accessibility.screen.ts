import { findings } from '../support/axe.ts'
import { awake, expect, register, test } from '../support/screen.ts'

for (const theme of ['light', 'dark']) {
  for (const width of [1440, 390]) {
    test(`axe finds nothing on any screen, ${theme}, ${width} px`, async ({
      desk,
      clinic,
      browser,
    }) => {
      await desk.setViewportSize({ width, height: 900 })
      await desk.addInitScript(chosen => localStorage.setItem('ui-theme', chosen), theme)
      await register(desk, clinic, 'ALI', 'MEI')
      const priority = { name: 'SITI', isPriority: true, priorityReason: 'ELDERLY' }
      await desk.request.post(`${clinic.url}/api/patients`, { data: priority })

      await desk.goto('/queue')
      await awake(desk, 'QueueScreen')
      expect(await findings(desk)).toEqual([])
      await desk.getByLabel('Select Room for Call').selectOption({ label: 'Room 1' })
      await desk.getByRole('button', { name: 'Call', exact: true }).first().click()
      await desk.getByRole('button', { name: 'Requeue' }).click()
      await desk.getByText('Patient Journey').first().click()
      expect(await findings(desk)).toEqual([])

      for (const [path, island] of [
        ['/', 'DashboardScreen'],
        ['/register', 'RegisterScreen'],
        ['/dispensary', 'DispensaryScreen'],
        ['/settings', 'SettingsScreen'],
        ['/management', 'RoomsScreen'],
        ['/account', 'ChangePassword'],
        ['/administration', 'UsersScreen'],
        ['/nothing', 'Sidebar'],
      ] as const) {
        await desk.goto(path)
        await awake(desk, island)
        expect(await findings(desk)).toEqual([])
      }

      await desk.goto('/administration')
      await awake(desk, 'UsersScreen')
      await desk.getByRole('button', { name: 'Manage Display' }).click()
      await desk.getByRole('button', { name: 'Connect TV' }).click()
      await desk.getByLabel('Name', { exact: true }).fill('Hall')
      await desk.getByLabel('Name', { exact: true }).press('Enter')
      await expect(desk.getByRole('img', { name: 'QR code' })).toBeVisible()
      await desk.getByRole('button', { name: 'Connect TV' }).click()
      await expect(desk.getByRole('alert')).toBeVisible()
      expect(await findings(desk)).toEqual([])

      const visitor = await browser.newPage({ viewport: { width, height: 900 } })
      await visitor.addInitScript(chosen => localStorage.setItem('ui-theme', chosen), theme)
      await visitor.goto(clinic.url)
      await awake(visitor, 'LoginCard')
      await visitor.getByRole('button', { name: 'Login', exact: true }).click()
      expect(await findings(visitor)).toEqual([])
      await visitor.close()
    })
  }
}
