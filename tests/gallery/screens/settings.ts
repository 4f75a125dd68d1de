import { createPng } from '../../support/files/images.ts'
import { aMorning, save } from '../day.ts'
import { hangPictures } from '../posters.ts'
import type { Scene, Screen } from '../state.ts'

export const SETTINGS: Screen = {
  title: 'Settings',
  places: ['desk', 'phone'],
  states: [
    { name: 'plain', show: open },
    {
      name: 'every card',
      isWhole: true,
      async fill(clinic) {
        await save(clinic, { showPrayerTimes: 'true', enableMarquee: 'true' })
        await hangPictures(clinic)
      },
      show: open,
    },
    {
      name: 'weather, YouTube and gradients',
      isWhole: true,
      fill: clinic =>
        save(clinic, {
          showWeather: 'true',
          dashboardMediaType: 'youtube',
          youtubeUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
          headerBackgroundMode: 'gradient',
          callBackgroundMode: 'gradient',
          enableTTS: 'true',
        }),
      async show(scene) {
        await scene.page.route(/youtube/, route => route.abort())
        await open(scene)
      },
    },
    {
      name: 'unsaved changes',
      fill: hangPictures,
      readme: 'settings.png',
      async show(scene) {
        await open(scene)
        await scene.page.locator('.gallery__name').first().waitFor()
        await scene.page.getByLabel('Name on the display').fill('KLINIK SERI DAMAI')
        await scene.page.evaluate(() => scrollTo(0, 0))
      },
    },
    { name: 'gradient picker, presets', show: scene => pick(scene) },
    {
      name: 'gradient picker, visual builder',
      async show(scene) {
        await (await pick(scene)).getByRole('tab', { name: 'Custom Gradient' }).click()
      },
    },
    {
      name: 'gradient picker, ten stops',
      async show(scene) {
        const dialog = await pick(scene)
        await dialog.getByRole('tab', { name: 'Custom Gradient' }).click()
        const add = dialog.getByRole('button', { name: 'Add Color' })
        while (await add.isEnabled()) await add.click()
      },
    },
    {
      name: 'gradient picker, CSS refused',
      async show(scene) {
        const dialog = await pick(scene)
        await dialog.getByRole('tab', { name: 'Custom Gradient' }).click()
        await dialog.getByRole('tab', { name: 'CSS Code' }).click()
        await dialog.getByLabel('Gradient as CSS').fill('url(picture.png)')
      },
    },
    {
      name: 'an upload running',
      async show(scene) {
        await scene.page.route('**/api/media/upload', () => {})
        await upload(scene, 'a-poster-with-a-rather-long-name-from-the-ministry.png')
        await scene.page.getByRole('progressbar', { name: 'Upload' }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'an upload failed',
      async show(scene) {
        await scene.page.route('**/api/media/upload', route => route.abort())
        await upload(scene, 'poster.png')
        await scene.page.locator('.toast--destructive').waitFor()
      },
    },
    {
      name: 'a test call',
      fill: aMorning,
      async show(scene) {
        await open(scene)
        await scene.page.getByRole('button', { name: 'Test Call' }).click()
        await scene.page.locator('.overlay__name').waitFor()
      },
    },
    {
      name: 'a save failed',
      async show(scene) {
        await open(scene)
        await scene.page.getByLabel('Name on the display').fill('KLINIK B')
        await scene.page.route('**/api/settings', route => route.abort())
        await scene.page.getByRole('button', { name: 'Save Clinic Name', exact: true }).click()
        await scene.page.locator('.toast--destructive').waitFor()
      },
    },
  ],
}

function open(scene: Scene) {
  return scene.open('/settings', 'SettingsScreen')
}

async function pick(scene: Scene) {
  await open(scene)
  const { page } = scene
  const card = page.locator('.card', { hasText: 'Current Call Display' })
  await card.getByRole('group', { name: 'Background kind' }).getByText('Gradient').click()
  await card.getByRole('button', { name: 'Background: Choose gradient' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

async function upload(scene: Scene, name: string) {
  await open(scene)
  const file = {
    name,
    mimeType: 'image/png',
    buffer: Buffer.from(createPng({ width: 64, height: 36, shade: 128 })),
  }
  await scene.page.getByLabel('Images to upload').setInputFiles(file)
}
