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

test('notices come and go beside an Undo, which stays', () => {
  toast('Patient marked as completed', '#002 MEI', undo)
  toast('#006 is back')
  toast('#007 is back')
  expect(lines()).toEqual(['Patient marked as completed', '#007 is back'])
  dismissToast(toastLines.value[1]?.id ?? 0)
  expect(toastLines.value[0]).toMatchObject({ text: '#002 MEI', action: undo })
})

test('an Undo that comes while a notice stands takes nothing away', () => {
  toast('#006 is back')
  toast('Patient has been deleted', '#002 MEI', undo)
  expect(lines()).toEqual(['#006 is back', 'Patient has been deleted'])
})

test('a failure stands beside an Undo and beside a notice', () => {
  toast('Patient marked as missed', '#001 ALI', undo)
  toastError('Error', 'The clinic does not answer.')
  toast('#006 is back')
  expect(lines()).toEqual(['Patient marked as missed', 'Error', '#006 is back'])
  toastError('The patient was already called.')
  expect(lines()).toEqual([
    'Patient marked as missed',
    '#006 is back',
    'The patient was already called.',
  ])
})

test('only the last step can be undone: its Undo replaces the one before', () => {
  toast('Patient marked as completed', '#001 ALI', undo)
  toast('Patient marked as completed', '#002 MEI', undo)
  expect(toastLines.value.map(({ text }) => text)).toEqual(['#002 MEI'])
})
