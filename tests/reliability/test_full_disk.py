from tests.reliability import full_disk


def test_without_room_no_file_is_spoilt(qapp):
    assert len(full_disk.writers()) > 15
    assert not full_disk.main(seed=1, rounds=1, films=False)
