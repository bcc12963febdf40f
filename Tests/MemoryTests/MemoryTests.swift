import Memory
import Testing

/// A value that a pinned one is moved into.
private struct PinnedHolder: ~Copyable {
    let value: PinnedValue<String>
}

/// Checks that memory keeps what was written, at any element and across growth.
struct MemoryTests {
    @Test func `memory begins with the given value and keeps what is written`() {
        let memory = OwnedMemory<UInt32>(repeating: 7, count: 5)
        memory[2] = 9
        memory.view.suffix(from: 3)[1] = 11
        #expect(memory.array == [7, 7, 9, 7, 11])
        memory.fill(1)
        #expect(memory.array == [1, 1, 1, 1, 1])
    }

    @Test func `growth keeps the used elements and fills the others`() {
        var memory = OwnedMemory<UInt8>(1...6)
        memory.grow(to: 4, keeping: 6, filling: 0)
        #expect(memory.array == [1, 2, 3, 4, 5, 6])
        memory.grow(to: 8, keeping: 3, filling: 0)
        #expect(memory.array == [1, 2, 3, 0, 0, 0, 0, 0])
    }

    @Test func `a view reaches elements before its own first one`() {
        let memory = OwnedMemory<UInt16>(0..<10)
        let view = memory.view.readOnly.suffix(from: 4)
        #expect((view[-4], view[0], view[5]) == (0, 4, 9))
        #expect(view.suffix(from: -1)[0] == 3)
        var end = memory.view
        end.advance(by: 6)
        #expect(end.distance(from: memory.view) == 6)
    }

    @Test func `values are read and written at any element`() {
        let memory = OwnedMemory<UInt8>(repeating: 0, count: 12)
        memory.view.store(UInt64(0x0807_0605_0403_0201).littleEndian, at: 3)
        #expect(memory.array == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0])
        #expect(UInt32(littleEndian: memory.view.load(UInt32.self, at: 4)) == 0x0504_0302)
        let pixels = OwnedMemory<UInt32>([UInt32(0x0403_0201).littleEndian])
        #expect((0..<4).map { pixels.view.readOnly.bytes[$0] } == [1, 2, 3, 4])
    }

    @Test func `spans and arrays have the elements of a view`() {
        let memory = OwnedMemory<Int>(0..<5)
        let view = memory.view
        var span = view.mutableSpan(3)
        span[1] = 50
        #expect(view.readOnly.span(2)[1] == 50)
        var numbers = [9]
        numbers.append(view.readOnly.suffix(from: 1), count: 2)
        #expect(numbers == [9, 50, 2])
        #expect(numbers.withMemory { $0[2] } == 2)
        #expect(numbers.span.withMemory { $0.suffix(from: 1)[0] } == 50)
        view.suffix(from: 3).copy(view.readOnly, count: 2)
        #expect(memory.array == [0, 50, 2, 0, 50])
        #expect([UInt8]().withMemory { _ in true })
    }

    @Test func `a view shows the same memory as elements of another type`() {
        let memory = OwnedMemory([0x0004_0003_0002_0001, 5].map { (value: UInt64) in value.littleEndian })
        let view = memory.view.suffix(from: 1)
        view.cast(to: UInt16.self)[1] = UInt16(9).littleEndian
        #expect(UInt64(littleEndian: memory[1]) == 0x0009_0005)
        #expect((-4..<0).map { UInt16(littleEndian: view.readOnly.cast(to: UInt16.self)[$0]) } == [1, 2, 3, 4])
        #expect(view.address(for: 1) == memory.view.address(for: 2) + 1)
    }

    @Test func `unwritten memory keeps what is written`() {
        let memory = OwnedMemory<UInt16>(unwritten: 100)
        for index in 0..<100 { memory[index] = UInt16(index) }
        #expect(memory.array == Array(0..<100))
        #expect(OwnedMemory<UInt16>(unwritten: 0).count == 0)
    }

    @Test(arguments: [1, 1000, 400_000])
    func `pages are 0 until written, and a copy has its own`(_ count: Int) {
        let pages = ZeroFilledPages<UInt32>(count: count, isInLargePages: count > 1000)
        #expect((0..<count).allSatisfy { pages.view[$0] == 0 })
        pages.view[count - 1] = 7
        let copy = pages.copy()
        #expect(copy.count == count && copy.view[count - 1] == 7)
        copy.view[0] = 5
        #expect(pages.view[0] == (count == 1 ? 7 : 0))
    }

    @Test func `a pinned value stays at its address`() {
        let value = PinnedValue("one")
        let address = value.address
        value.address.pointee += " two"
        let moved = PinnedHolder(value: value)
        #expect(moved.value.address == address && moved.value.address.pointee == "one two")
    }

    @Test func `leaked tables stay`() {
        let table = MemoryView<UInt64>.leaked([1, 4, 9])
        #expect((0..<3).map { table[$0] } == [1, 4, 9])
    }
}
