#!/bin/sh
# Installs the companion as a service, or takes it away. Each can be done again and again.
#
#   sudo make install        sudo make uninstall        sudo make uninstall PURGE=1
#   systemd/install.sh advice        only says what the board still needs
#
# DESTDIR stages the files under a folder and touches no service. Written: /opt/tabularius, /usr/local/bin/tabularius,
# the files below /etc that are listed here, and once /etc/tabularius/tabularius.toml. Games stay in
# /var/lib/tabularius, also after uninstall, unless PURGE=1.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
dest=${DESTDIR:-}
case $dest in
"" | /*) ;;
*) dest=$PWD/$dest ;;
esac
home=/opt/tabularius
link=/usr/local/bin/tabularius
unit=/etc/systemd/system/tabularius.service
sysusers=/etc/sysusers.d/tabularius.conf
tmpfiles=/etc/tmpfiles.d/tabularius.conf
rules=/etc/udev/rules.d/60-tabularius.rules
settings=/etc/tabularius/tabularius.toml
state=/var/lib/tabularius

say() { echo "tabularius: $*"; }

stop() {
    echo "tabularius: $*" >&2
    exit 1
}

# Whether there is a service manager to talk to: not when staging, and not while an image is being built.
running() { [ -z "$dest" ] && [ -d "${SYSTEMD_FOLDER:-/run/systemd/system}" ]; }

must_be_root() {
    [ -n "$dest" ] || [ "$(id -u)" = 0 ] || stop "this needs root: sudo make $1"
}

# A companion that this script stopped is told so: a game that was going on then is at its prompt again.
start() {
    [ -z "${stopped:-}" ] || systemctl set-environment TABULARIUS_GO_ON=1
    systemctl restart tabularius.service || started=no
    [ -z "${stopped:-}" ] || systemctl unset-environment TABULARIUS_GO_ON
    stopped=
    [ "${started:-}" != no ]
}

# Whatever ends this early must not leave a box without its companion.
finish() {
    status=$?
    rm -rf "${copy:-}"
    if [ "$status" != 0 ] && [ -n "${stopped:-}" ]; then
        say "that did not work; the companion that was running is started again"
        start || true
    fi
}

program() {
    umask 022
    mkdir -p "$dest/opt" "$dest/usr/local/bin"
    "$root/requirements/venv.sh" "$dest$home" run
    # Built from a copy: root leaves nothing behind in the clone of the one who called.
    copy=$(mktemp -d)
    for part in pyproject.toml README.md LICENSE engine drivers config firmware_py; do
        cp -R "$root/$part" "$copy/"
    done
    "$dest$home/bin/python" -m pip install -q --disable-pip-version-check --root-user-action=ignore \
        --no-deps --no-build-isolation --no-index --force-reinstall "$copy"
    # The service cannot write caches, and without them it starts six times slower.
    "$dest$home/bin/python" -m compileall -q ${dest:+-s "$dest"} "$dest$home"/lib/python3*/site-packages ||
        stop "byte-compiling failed: is $dest$home full or read-only?"
    if [ -n "$dest" ]; then
        staged=$(printf '%s' "$dest$home" | sed 's/[][\\.*^$#]/\\&/g')
        grep -lIF "$dest$home" "$dest$home"/bin/* "$dest$home/pyvenv.cfg" | while read -r file; do
            sed -i "s#$staged#$home#g" "$file"
        done
    fi
    ln -sfn "$home/bin/tabularius" "$dest$link"
}

files() {
    install -D -m 644 "$root/systemd/tabularius.service" "$dest$unit"
    install -D -m 644 "$root/systemd/tabularius.sysusers.conf" "$dest$sysusers"
    install -D -m 644 "$root/systemd/tabularius.tmpfiles.conf" "$dest$tmpfiles"
    install -D -m 644 "$root/systemd/60-tabularius.rules" "$dest$rules"
    if [ -e "$dest$settings" ]; then
        say "kept your settings in $settings"
    else
        install -D -m 644 "$root/config/sample.toml" "$dest$settings"
    fi
}

install_it() {
    must_be_root install
    [ -n "$dest" ] || command -v systemctl >/dev/null ||
        stop "systemd is missing; this brings it: apt install systemd"
    trap finish EXIT
    if running; then
        case $(systemctl is-active tabularius.service || true) in
        active | activating | reloading)
            stopped=yes
            systemctl stop tabularius.service
            ;;
        esac
    fi
    program
    files
    if [ -z "$dest" ]; then
        SYSTEMD_LOG_LEVEL=warning systemd-sysusers "$sysusers"
        systemd-tmpfiles --create "$tmpfiles"
        systemctl --quiet enable tabularius.service
    fi
    if running; then
        # In a container there may be none to tell; the rules then hold from the next start on.
        { udevadm control --reload && udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev \
            --subsystem-match=spidev --subsystem-match=tty; } >/dev/null 2>&1 || true
        systemctl daemon-reload
        start ||
            say "it does not start yet; this tells why: journalctl -u tabularius -n 20"
    fi
    say "installed in $home, starts with the box; settings: $settings, games: $state"
    advice
}

# What the board needs and this script does not change by itself, each with the command that does it.
advice() {
    boot=$dest/boot/firmware
    [ -e "$boot/config.txt" ] || boot=$dest/boot
    [ -e "$boot/config.txt" ] || return 0
    needs=
    need() { needs=yes && say "$*"; }
    if ! grep -Eqs '^(device_tree_param|dtparam)=([^,]*,)*i2c(_arm)?(=(on|true|yes|1))?(,|$)' "$boot/config.txt"; then
        need "the display bus is off; this turns it on: sudo raspi-config nonint do_i2c 0"
    elif ! grep -Eqs '^(device_tree_param|dtparam)=([^,]*,)*i2c(_arm)?_baudrate=400000' "$boot/config.txt"; then
        need "the display bus runs at 100 kHz; for 400 kHz add this line to $boot/config.txt: dtparam=i2c_arm_baudrate=400000"
    fi
    # The second is what the Pi 5 knows.
    grep -Eqs '^(enable_uart=1|dtparam=([^,]*,)*uart0(=on)?(,|$))' "$boot/config.txt" ||
        need "the header's serial port is off (tag reader); this turns it on: sudo raspi-config nonint do_serial_hw 0"
    ! grep -Eqs 'console=(serial0|ttyAMA0|ttyS0)' "$boot/cmdline.txt" ||
        need "a console sits on the serial port (tag reader); this takes it away: sudo raspi-config nonint do_serial_cons 1"
    [ -z "$needs" ] || say "after a change of these the box must be started anew"
    [ -z "${SUDO_USER:-}" ] || id -nG "$SUDO_USER" | grep -qw tabularius ||
        say "to use doctor, tags and games without sudo: sudo usermod -aG tabularius $SUDO_USER, then log in anew"
}

uninstall_it() {
    must_be_root uninstall
    ! running || [ ! -e "$unit" ] || systemctl stop tabularius.service
    [ -n "$dest" ] || [ ! -e "$unit" ] || systemctl --quiet disable tabularius.service
    rm -f "$dest$unit" "$dest$sysusers" "$dest$tmpfiles" "$dest$rules" "$dest$link"
    rm -rf "$dest$home"
    ! running || systemctl daemon-reload
    if [ "${PURGE:-}" = 1 ]; then
        rm -rf "$dest/etc/tabularius" "$dest$state"
        [ -n "$dest" ] || ! id tabularius >/dev/null 2>&1 || userdel tabularius
        say "gone, with its settings and games"
    else
        say "gone; settings stay in /etc/tabularius and games in $state (PURGE=1 removes them too)"
    fi
}

case ${1:-} in
install) install_it ;;
uninstall) uninstall_it ;;
advice) advice ;;
*) stop "found \"${1:-}\"; allowed: install, uninstall, advice" ;;
esac
