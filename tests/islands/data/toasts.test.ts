import { beforeEach, expect, test } from 'bun:test'
import {
  dismissAllToasts,
  dismissToast,
  toast,
  toastError,
  toastLines,
} from '../../../islands/data/toasts.ts'

const undo = { label: 'Undo', run() {} }
const lines = () => toastLines.value.map(({ title }) => title)

beforeEach(dismissAllToasts)

test('a notice, a failure and an Undo stand beside each other, the newest last', () => {
  toast('#006 is back')
  toast('Patient marked as completed', '#002 MEI', undo)
  toast('#007 is back')
  expect(lines()).toEqual(['Patient marked as completed', '#007 is back'])
  dismissToast(toastLines.value[1]?.id ?? 0)
  expect(toastLines.value).toMatchObject([{ text: '#002 MEI', action: undo }])
  toastError('Error', 'The clinic does not answer.')
  toast('#006 is back')
  expect(lines()).toEqual(['Patient marked as completed', 'Error', '#006 is back'])
  toastError('The patient was already called.')
  expect(lines().slice(1)).toEqual(['#006 is back', 'The patient was already called.'])
})

test('only the last step can be undone: its Undo replaces the one before', () => {
  toast('Patient marked as completed', '#001 ALI', undo)
  toast('Patient marked as completed', '#002 MEI', undo)
  expect(toastLines.value.map(({ text }) => text)).toEqual(['#002 MEI'])
})
