#!/bin/sh
# Chromium for tests: without the pages that each window loads for its address bar, which take 0.6 s of CPU time.
without=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI
# of several such lists Chromium reads the last one only, so these names go into Playwright's
for argument; do
  shift
  case $argument in --disable-features=*) argument=$argument,$without ;; esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
